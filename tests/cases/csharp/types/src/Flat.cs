namespace Shop.Flat;

/// <summary>Has a gap below.</summary>

public static class Extensions
{
    /// <summary>Doubles.</summary>
    /// <param name="value">what to double</param>
    /// <returns>twice the value</returns>
    public static int Twice(this int value) => value * 2;
}
