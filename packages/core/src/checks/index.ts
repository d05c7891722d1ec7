export { assertAll, assertAllAsync, invalidPost } from './assert-all.js'
export { refuseAddresses } from './address-only-media.js'
export { nearMiss } from '../models/values/near-miss.js'
export { assertOptionsObject, type OptionsContext, readOptions } from './options/read-options.js'
export { type CheckContext, checkPost, refuseUnsupported, refuseTextOnly } from './check-post.js'
export { assertWork, readPageOptions } from './run-arguments.js'
export { readEdit } from './read-edit.js'
export { readPost } from './read-post.js'
export { measurePost, type MeasureContext } from './text-length.js'
export { type NumberRange, readFactoryOptions, type SettingsReader } from './factory-options.js'
export { readText, refuseBadTexts } from './text.js'
export { assertSearchedOption, searchedOption, searchedOptions } from './options/searched-options.js'
export { refuseUnknownNames } from '../models/values/unknown-names.js'
export { describeValue } from '../models/values/describe-value.js'
export { describeOptions, type OptionDescription, type OptionType } from './options/describe-options.js'
export {
  type ChoiceInfo,
  type OptionCondition,
  type OptionInfo,
  type WithInfo,
  withInfo,
} from './options/option-info.js'
