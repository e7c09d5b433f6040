package shop;

public interface OrderMapper {
    Object find(int limit);

    void rename(String name);
}
