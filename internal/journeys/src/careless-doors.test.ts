import { inspect } from 'node:util'

import { SocialBaseError } from '@social/core'
import { sqliteStores } from '@social/sqlite'
import { describe, expect, it } from 'vitest'

/** What an application without types may pass, and what strangers put into addresses. */
const WRONG: readonly unknown[] = [
  undefined,
  null,
  0,
  -1,
  Number.NaN,
  '',
  'x',
  '..',
  '%E0%A4%A',
  '\ud800',
  'a\0b',
  true,
  [],
  [null],
  {},
  { xyzzy: 1 },
  Object.create(null),
  Symbol('s'),
  10n,
  new Date(Number.NaN),
  new Map(),
]
/** Errors are made by the authors of networks, with the details that their types ask for. */
const MADE_BY_AUTHORS = /Error$/
/** What stands behind a framework gets the request and the reply of that framework. */
const HANDED_ON_BY_FRAMEWORKS: ReadonlySet<string> = new Set(['nodeHeaders', 'readNodeBody', 'sendNode'])

const PACKAGES: Readonly<Record<string, () => Promise<object>>> = {
  '@social/core': () => import('@social/core'),
  '@social/core/routes': () => import('@social/core/routes'),
  '@social/bluesky': () => import('@social/bluesky'),
  '@social/facebook': () => import('@social/facebook'),
  '@social/google-business': () => import('@social/google-business'),
  '@social/instagram': () => import('@social/instagram'),
  '@social/mastodon': () => import('@social/mastodon'),
  '@social/pinterest': () => import('@social/pinterest'),
  '@social/threads': () => import('@social/threads'),
  '@social/tiktok': () => import('@social/tiktok'),
  '@social/tiktok-business': () => import('@social/tiktok-business'),
  '@social/x': () => import('@social/x'),
  '@social/youtube': () => import('@social/youtube'),
  // Any other path would make a file.
  '@social/sqlite': () =>
    Promise.resolve({ sqliteStores: (options: object) => sqliteStores(':memory:', options).close() }),
  '@social/express': () => import('@social/express'),
  '@social/nestjs': () => import('@social/nestjs'),
}

type Door = (...args: readonly unknown[]) => unknown

/** Every function behind a door, classes and their own functions too, by its name. */
function doorsOf(module: object): readonly (readonly [string, Door])[] {
  return Object.entries(module).flatMap(([name, value]): (readonly [string, Door])[] => {
    if (typeof value !== 'function' || MADE_BY_AUTHORS.test(name) || HANDED_ON_BY_FRAMEWORKS.has(name))
      return []
    if (!/^class\b/.test(Function.prototype.toString.call(value))) return [[name, value as Door]] // a function, as seen
    const made: Door = (...args) => Reflect.construct(value, args)
    const own = Object.getOwnPropertyNames(value).flatMap((key): (readonly [string, Door])[] => {
      const member: unknown = Reflect.get(value, key)
      return typeof member === 'function' && key !== 'prototype'
        ? [[`${name}.${key}`, (...args) => Reflect.apply(member, value, args)]]
        : []
    })
    return [[`new ${name}`, made], ...own]
  })
}

/** Wrong values at one place, with something else, or nothing, at the others. */
const argumentsOf = (wrong: unknown): readonly (readonly unknown[])[] => [
  [wrong],
  ['x', wrong],
  [{}, wrong],
  [wrong, {}],
  ['x', 'y', wrong],
  ['x', {}, wrong],
]

/** What a call raises that is no error of the library; null when there is none. */
async function bareError(door: Door, args: readonly unknown[]): Promise<string | null> {
  try {
    const answer: unknown = door(...args)
    if (answer instanceof Promise) await answer
    return null
  } catch (error) {
    return SocialBaseError.is(error) ? null : `${inspect(args)}: ${inspect(error)}`
  }
}

describe.each(Object.entries(PACKAGES))(
  '%s says in words what is wrong with the arguments of',
  (_name, load) => {
    it('every function', async () => {
      const bare: string[] = []
      for (const [name, door] of doorsOf(await load()))
        for (const wrong of WRONG)
          for (const args of argumentsOf(wrong)) {
            const error = await bareError(door, args)
            if (error !== null) bare.push(`${name} ${error}`)
          }
      expect(bare).toEqual([])
    })
  },
)
