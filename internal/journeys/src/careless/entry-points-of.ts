import type { Door } from './bare-errors.js'

function isClass(value: Door): boolean {
  return /^class\b/.test(Function.prototype.toString.call(value))
}

/** The functions of a class or of an object, by name. */
function membersOf(name: string, value: object): [string, Door][] {
  return Object.getOwnPropertyNames(value).flatMap((key): [string, Door][] => {
    // Names with a leading tilde are internals of a valibot schema.
    const member: unknown = key === 'prototype' || key.startsWith('~') ? undefined : Reflect.get(value, key)
    return typeof member === 'function'
      ? [[`${name}.${key}`, (...args) => Reflect.apply(member, value, args)]]
      : []
  })
}

/** Every function of a module by name, and those of its classes and objects. */
export function entryPointsOf(module: object): readonly (readonly [string, Door])[] {
  return Object.entries(module).flatMap(([name, value]: [string, unknown]): [string, Door][] => {
    if (typeof value === 'object' && value !== null) return membersOf(name, value)
    if (typeof value !== 'function') return []
    const entryPoint = value as Door // a function, as checked above
    if (!isClass(entryPoint)) return [[name, entryPoint]]
    return [[`new ${name}`, (...args) => Reflect.construct(value, args)], ...membersOf(name, value)]
  })
}
