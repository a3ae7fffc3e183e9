package sample;

import java.io.IOException;
import retrofit2.Call;
import retrofit2.http.GET;
import retrofit2.http.Path;

class Services {
    interface Names {
        @GET("names/{id}")
        Call<String> name(@Path("id") int id);
    }

    String name(Names names, int id) throws IOException {
        return names.name(id).execute().body();
    }

    Call<String> described(Names names, int id) {
        return names.name(id);
    }
}
