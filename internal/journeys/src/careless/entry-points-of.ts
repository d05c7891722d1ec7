import type { EntryPoint } from './bare-errors.js'

function isClass(value: EntryPoint): boolean {
  return /^class\b/.test(Function.prototype.toString.call(value))
}

/** Returns the functions of a class or object, by name. */
function membersOf(name: string, value: object): [string, EntryPoint][] {
  return Object.getOwnPropertyNames(value).flatMap((key): [string, EntryPoint][] => {
    // Skips names with a leading tilde, which are internals of a valibot schema.
    const member: unknown = key === 'prototype' || key.startsWith('~') ? undefined : Reflect.get(value, key)
    return typeof member === 'function'
      ? [[`${name}.${key}`, (...args) => Reflect.apply(member, value, args)]]
      : []
  })
}

/** Returns every function of a module, and the functions of its classes and objects, by name. */
export function entryPointsOf(module: object): readonly (readonly [string, EntryPoint])[] {
  return Object.entries(module).flatMap(([name, value]: [string, unknown]): [string, EntryPoint][] => {
    if (typeof value === 'object' && value !== null) return membersOf(name, value)
    if (typeof value !== 'function') return []
    const entryPoint = value as EntryPoint // safe cast: the condition above checks that the value is a function
    if (!isClass(entryPoint)) return [[name, entryPoint]]
    return [[`new ${name}`, (...args) => Reflect.construct(value, args)], ...membersOf(name, value)]
  })
}
