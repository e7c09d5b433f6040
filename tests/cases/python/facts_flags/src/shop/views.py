import ldclient
from openfeature import api
from UnleashClient import UnleashClient
from waffle import flag_is_active, switch_is_active
from waffle.decorators import waffle_flag

from shop.names import CHECKOUT

unleash = UnleashClient(url="http://flags", app_name="shop")
client = api.get_client()


@waffle_flag("new-basket")
def basket(request):
    if flag_is_active(request, CHECKOUT):
        return switch_is_active("sale")
    return ldclient.get().variation("prices", {"key": "me"}, False)


def shipping(user):
    return unleash.is_enabled("fast-lane") and client.get_boolean_value("tracked", False)


def unknown(request, name):
    return flag_is_active(request, name)
