from fastapi import APIRouter

router = APIRouter()


@router.get("/{id}")
def order(id: int):
    return id
