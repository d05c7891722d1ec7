import { ControlError } from './control/operations.js'

/** Describes the type of a value for an error message. */
function described(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value.slice(0, 80))
  if (value === null || value === undefined) return String(value)
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  return Array.isArray(value) ? 'a list' : typeof value === 'object' ? 'an object' : `a ${typeof value}`
}

/** Creates the error for an argument of the wrong type. The message names the argument. */
export function wrongArgument(argument: string, wanted: string, given: unknown): ControlError {
  return new ControlError(`${argument} must be ${wanted}, not ${described(given)}.`)
}

/** @throws ControlError if the value is not an object. */
export function assertObject(value: unknown, argument: string): asserts value is object {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw wrongArgument(argument, 'an object', value)
}

/** @throws ControlError if the value is not a string. */
export function assertText(value: unknown, argument: string): asserts value is string {
  if (typeof value !== 'string') throw wrongArgument(argument, 'text', value)
}

/** @throws ControlError if the value is not an integer in the range. */
export function assertWhole(
  value: unknown,
  argument: string,
  { min, max }: { readonly min: number; readonly max: number },
): void {
  if (typeof value !== 'number' || !Number.isInteger(value) || value < min || value > max)
    throw wrongArgument(argument, `a whole number from ${min} to ${max}`, value)
}

/** @throws ControlError if the value is not an asynchronous iterable. */
export function assertSource(value: unknown, argument: string): void {
  if (typeof value !== 'object' || value === null || !(Symbol.asyncIterator in value))
    throw wrongArgument(argument, 'bytes that are read piece by piece', value)
}
