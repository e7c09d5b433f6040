namespace Shop.Records;

public record Row(int Number);
