global using Microsoft.AspNetCore.Components;
global using Microsoft.AspNetCore.Mvc;
