from kit import AutoCommitAPIRoute, get_api_router_class

class APIRoute(AutoCommitAPIRoute):
    pass

APIRouter = get_api_router_class(APIRoute)
