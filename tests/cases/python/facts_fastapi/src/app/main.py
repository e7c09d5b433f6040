from fastapi import Depends, FastAPI
from fastapi.middleware.cors import CORSMiddleware

from app.settings import API
from app.users import fill, make_admin, router

app = FastAPI()
app.add_middleware(CORSMiddleware, allow_origins=["*"])
app.include_router(router, prefix=f"{API}/v1")
app.include_router(make_admin(), prefix="/admin")
fill(app)


@app.middleware("http")
async def timing(request, call_next):
    return await call_next(request)


@app.api_route("/ping", methods=["GET", "HEAD"])
def ping(token: str = Depends(timing)):
    return "pong"
