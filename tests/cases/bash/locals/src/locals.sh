name=global

show() {
  local name=inner count
  declare -r once=1
  echo "$name $count $once $1 $#"
  for item in "${list[@]}"; do echo "$item"; done
}

change() {
  name=changed
  echo "$name"
  show=1
  show
}

(name=sub; echo "$name")
