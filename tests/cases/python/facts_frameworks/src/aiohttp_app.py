from aiohttp import web

routes = web.RouteTableDef()


@routes.get("/table")
async def table(request):
    return None


class Site:
    async def index(self, request):
        return None


def setup(app, site):
    app.router.add_get("/", site.index)
    app.router.add_route("*", "/any", table)
    app.add_routes([web.post("/posted", table)])


def main():
    app = web.Application()
    setup(app, Site())
    sub = web.Application()
    sub.router.add_put("/inside", table)
    app.add_subapp("/sub", sub)
