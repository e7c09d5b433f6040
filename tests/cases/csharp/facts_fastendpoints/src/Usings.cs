global using FastEndpoints;
