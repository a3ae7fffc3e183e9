package sample;

class Processes {
    int run(String command) throws Exception {
        Process process = Runtime.getRuntime().exec(new String[] {command});
        return process.waitFor();
    }

    int output(String command) throws Exception {
        return new ProcessBuilder(command).start().getInputStream().read();
    }

    ProcessBuilder prepared(String command) {
        return new ProcessBuilder(command).inheritIO();
    }
}
