import { type Picker, take } from "./pick"

declare const picker: Picker
declare const all: string[]
picker.pick().two()
picker.pick({ plain: false }).one()
take("a").two()
take("a", 1).one()
take("a", "b", "c").three()

// not what lacks an argument
picker.pick().one()
take("a").one()
take(...all).one()
