//! CRC-32 as in zip, gzip and Ethernet, eight bytes at a step.

const TABLES: [[u32; 256]; 8] = tables();

const fn tables() -> [[u32; 256]; 8] {
    let mut tables = [[0; 256]; 8];
    let mut byte = 0;
    while byte < 256 {
        let mut crc = byte as u32;
        let mut bit = 0;
        while bit < 8 {
            crc = if crc & 1 == 1 { crc >> 1 ^ 0xedb8_8320 } else { crc >> 1 };
            bit += 1;
        }
        tables[0][byte] = crc;
        byte += 1;
    }
    let mut table = 1;
    while table < 8 {
        let mut byte = 0;
        while byte < 256 {
            let before = tables[table - 1][byte];
            tables[table][byte] = before >> 8 ^ tables[0][(before & 0xff) as usize];
            byte += 1;
        }
        table += 1;
    }
    tables
}

/// The checksum of `bytes`.
pub(crate) fn crc32(bytes: &[u8]) -> u32 {
    let mut crc = !0u32;
    let (steps, rest) = bytes.as_chunks::<8>();
    for step in steps {
        let [a, b, c, d] = (crc ^ u32::from_le_bytes([step[0], step[1], step[2], step[3]])).to_le_bytes();
        crc = TABLES[7][usize::from(a)]
            ^ TABLES[6][usize::from(b)]
            ^ TABLES[5][usize::from(c)]
            ^ TABLES[4][usize::from(d)]
            ^ TABLES[3][usize::from(step[4])]
            ^ TABLES[2][usize::from(step[5])]
            ^ TABLES[1][usize::from(step[6])]
            ^ TABLES[0][usize::from(step[7])];
    }
    for &byte in rest {
        crc = crc >> 8 ^ TABLES[0][usize::from(crc as u8 ^ byte)];
    }
    !crc
}

#[cfg(test)]
mod tests {
    use super::crc32;

    #[test]
    fn known_checksums() {
        assert_eq!(crc32(b""), 0);
        assert_eq!(crc32(b"123456789"), 0xcbf4_3926);
        assert_eq!(crc32(b"The quick brown fox jumps over the lazy dog"), 0x414f_a339);
    }
}
