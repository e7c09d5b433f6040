import schedule
from aiohttp import web
from celery import Celery
from celery.schedules import crontab

from .other import Calendar

INTERVAL = 5


def clean():
    return None


schedule.every(10).minutes.do(clean)
schedule.every().day.at("10:30").do(clean)
schedule.every().monday.do(clean)
schedule.every(INTERVAL).hours.do(clean)

calendar = Calendar()
calendar.every(3).days.do(clean)

app = Celery("shop")
app.conf.beat_schedule = {
    "mail": {"task": "shop.tasks.mail", "schedule": crontab(hour=7)},
    "late": {"task": "shop.tasks.late", "schedule": 30.0},
    "nothing": {"schedule": 30.0},
}


@web.middleware
async def guarded(request, handler):
    return await handler(request)


@web.middleware
async def counted(request, handler):
    return await handler(request)


site = web.Application(middlewares=[guarded, web.normalize_path_middleware()])
site.middlewares.append(counted)
calendar.middlewares.append(counted)
