import { inspect } from 'node:util'

import { assertString, assertTexts } from './assert-kind.js'
import { assertObject } from './assert-object.js'
import { wrongArgument } from './wrong-argument.js'

/** Text that is printed instead of a secret. */
export const HIDDEN = '[hidden]'

/**
 * Makes `inspect` print only enumerable fields. Without it, `%o` and `showHidden` would print the
 * hidden fields.
 */
const SHOWS_ENUMERABLE = {
  value(this: object): object {
    return { ...this }
  },
}

/**
 * Defines a readable property that printing, spreading and JSON omit, even with `%o` or
 * `showHidden`.
 */
export function hide(target: object, key: string, value: unknown): void {
  assertObject(target, 'hide: target', '{ raw }')
  assertString(key, 'hide: key')
  if (!Object.isExtensible(target))
    throw wrongArgument('hide: target', 'an object that is not frozen', target)
  Object.defineProperty(target, key, { value, enumerable: false, writable: false, configurable: false })
  // Instances of classes are skipped, because a class defines how it is printed.
  if (!(inspect.custom in target) && Object.getPrototypeOf(target) === Object.prototype)
    Object.defineProperty(target, inspect.custom, SHOWS_ENUMERABLE)
}

/**
 * Makes an object print some of its fields as `[hidden]`, with any options of `inspect`. Spreading
 * and JSON still include these fields, because stores need them.
 */
export function hideWhenPrinted<T extends object>(target: T, fields: readonly (keyof T & string)[]): T {
  assertObject(target, 'hideWhenPrinted: target', '{ remember }')
  assertTexts(fields, 'hideWhenPrinted: fields')
  const print = (): object => {
    const shown = Object.entries(target).map(([name, value]) => [
      name,
      fields.some((field) => field === name) && value !== null ? HIDDEN : value,
    ])
    return Object.fromEntries(shown)
  }
  return Object.defineProperty(target, inspect.custom, { value: print, enumerable: false })
}

/**
 * Freezes an object with data of a network. Its `raw` can be read, but is omitted when the object
 * is printed.
 *
 * @param fields - All fields of the object, including `raw`.
 * @returns The same object, frozen.
 */
export function model<T extends { readonly raw: unknown }>(fields: T): Readonly<T> {
  assertObject(fields, 'model', '{ raw }')
  hide(fields, 'raw', fields.raw)
  return Object.freeze(fields)
}
