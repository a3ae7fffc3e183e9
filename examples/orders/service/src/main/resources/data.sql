insert into product (sku, name, category, price, stock) values
    ('TEA-ASSAM', 'Assam', 'tea', 6.40, 1000000),
    ('TEA-OOLONG', 'Oolong', 'tea', 9.80, 1000000),
    ('TEA-SENCHA', 'Sencha', 'tea', 11.25, 1000000),
    ('TEA-RARE', 'Yellow tea, first flush', 'tea', 48.00, 5),
    ('COF-HOUSE', 'House blend', 'coffee', 7.10, 1000000),
    ('COF-KENYA', 'Kenya AA', 'coffee', 13.90, 1000000),
    ('COF-DECAF', 'Decaf', 'coffee', 8.35, 1000000),
    ('WAR-POT', 'Pot', 'ware', 24.50, 1000000),
    ('WAR-CUP', 'Cup', 'ware', 5.75, 1000000),
    ('WAR-MILL', 'Hand mill', 'ware', 61.00, 0)
on conflict do nothing;
