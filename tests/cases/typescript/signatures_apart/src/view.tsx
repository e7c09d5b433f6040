import { Found } from './get'

const Item = (props: { found: Found<number> }) => <p>{props.found.key}</p>

export const View = (found: Found<number>) => {
  const shown = () =>
    <Item found={found} />
  return (
    <div>
      {shown()}
      <Item found={found}>(one)</Item>
      text
      <Item found={found} />
    </div>
  )
}
