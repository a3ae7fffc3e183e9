package sample;

import com.aliyun.oss.OSS;
import com.amazonaws.services.s3.AmazonS3;
import io.minio.BucketExistsArgs;
import io.minio.MinioClient;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.ListBucketsResponse;

class Buckets {
    boolean exists(AmazonS3 client, String key) {
        return client.doesObjectExist("bucket", key);
    }

    void put(AmazonS3 client, String key) {
        client.putObject("bucket", key, "" + System.currentTimeMillis());
    }

    String region(AmazonS3 client) {
        return client.getRegionName();
    }

    int list(S3Client client) {
        ListBucketsResponse response = client.listBuckets();
        return response.buckets().size();
    }

    S3Client made() {
        return S3Client.create();
    }

    boolean minio(MinioClient client) throws Exception {
        return client.bucketExists(BucketExistsArgs.builder().bucket("bucket").build());
    }

    boolean oss(OSS client, String key) {
        return client.doesObjectExist("bucket", key);
    }
}
