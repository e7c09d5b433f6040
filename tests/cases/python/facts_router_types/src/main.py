from fastapi import FastAPI
from routing import APIRouter
from users import router as users
router = APIRouter(prefix="/v1")
router.include_router(users)
app = FastAPI()
app.include_router(router)
