import { inspect } from 'node:util'

import { assertString, assertTexts } from './assert-kind.js'
import { assertObject } from './assert-object.js'
import { wrongArgument } from './wrong-argument.js'

/** Placeholder of a secret in printed objects. */
export const HIDDEN = '[hidden]'

/** Lets `inspect` print only enumerable fields. `%o` and `showHidden` would otherwise print the hidden fields too. */
const SHOWS_ENUMERABLE = {
  value(this: object): object {
    return { ...this }
  },
}

/**
 * Sets a readable property that is omitted from printing (also with `%o` or `showHidden`), spreading and JSON.
 */
export function hide(target: object, key: string, value: unknown): void {
  assertObject(target, 'hide: target', '{ raw }')
  assertString(key, 'hide: key')
  if (!Object.isExtensible(target))
    throw wrongArgument('hide: target', 'an object that is not frozen', target)
  Object.defineProperty(target, key, { value, enumerable: false, writable: false, configurable: false })
  // A class defines its own printed form.
  if (!(inspect.custom in target) && Object.getPrototypeOf(target) === Object.prototype)
    Object.defineProperty(target, inspect.custom, SHOWS_ENUMERABLE)
}

/**
 * Makes an object print some of its fields as `[hidden]`, with any options of `inspect`. Spreading and JSON include
 * these fields: a store needs them.
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
 * Freezes a model of network data. `raw` stays readable and is omitted when the object is printed.
 *
 * @param fields - All fields of the model, including `raw`.
 * @returns The same object, frozen.
 */
export function model<T extends { readonly raw: unknown }>(fields: T): Readonly<T> {
  assertObject(fields, 'model', '{ raw }')
  hide(fields, 'raw', fields.raw)
  return Object.freeze(fields)
}
