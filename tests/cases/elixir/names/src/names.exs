defmodule Names do
  def run(list, fun) do
    total = helper(list, 1)
    list |> helper(2) |> Enum.map(fn item -> item + total end)
    case helper(list) do
      {:ok, found} when found > 1 -> found
      other -> other
    end
    for {key, value} <- list, value > 1, do: key
    with {:ok, ready} <- helper(), do: ready
    fun.(total)
    ^total = list.size
    <<head::binary-size(2), rest::binary>> = Name.Space.read(list)
    Enum.each(rest, &helper/2)
    %Names.Entry{id: head, name: &1}
    found
  rescue
    error in ArgumentError -> raise error
  end

  def helper(list, extra), do: {list, extra}
  defp helper(list), do: run(list, &(&1 + 1))

  defmodule Inner do
    # Functions of the module around are not seen.
    def run, do: helper([])
  end

  def inner, do: Inner.run()
end
