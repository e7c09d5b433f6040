using System;
using Microsoft.AspNetCore.Mvc;

namespace Shop;

public class ApiV1Attribute : RouteAttribute
{
    protected const string ApiBase = "api/v1/[controller]";

    public ApiV1Attribute() : base(ApiBase)
    {
    }
}

// Is no route, whatever it hands on.
public class TitleAttribute : LabelAttribute
{
    public TitleAttribute() : base("a/title")
    {
    }
}

public class LabelAttribute : Attribute
{
    public LabelAttribute(string text)
    {
    }
}
