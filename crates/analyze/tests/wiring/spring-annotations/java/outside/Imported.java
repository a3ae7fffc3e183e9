package outside;

public class Imported {}
