defmodule Shop.Cart do
  @moduledoc """
  The cart.
  """
  use GenServer, restart: :temporary
  alias Shop.{Order, User}
  alias Shop.Item, as: Thing
  import Enum, only: [map: 2]
  require Logger
  @behaviour Shop.Holder

  @limit 3
  @type t :: %__MODULE__{items: list(item)}
  @typep item :: Thing.t()
  @callback price(t) :: integer

  defstruct [:items, total: 0]

  @doc "Adds an item."
  @spec add(t, item) :: t
  def add(cart, item \\ nil)
  def add(%{items: items} = cart, item) when is_list(items), do: %{cart | items: [item | items]}
  def add(cart, _item), do: cart

  def add(cart, item, count) do
    add(cart, item)
  end

  defp hidden, do: @limit

  defmacro twice(x) do
    quote do: unquote(x) * 2
  end

  defguard is_full(cart) when cart.total > 1

  defmodule Line do
    defexception message: "none"
  end
end

defprotocol Shop.Size do
  @doc "How much."
  def size(value)
end

defimpl Shop.Size, for: Shop.Cart do
  @impl true
  def size(cart), do: cart.total
end
