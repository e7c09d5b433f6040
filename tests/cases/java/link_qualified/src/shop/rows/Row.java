package shop.rows;

public class Row { }
