global using Shop.Common;
