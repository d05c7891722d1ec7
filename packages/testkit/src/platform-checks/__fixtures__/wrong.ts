import type { Platform } from '@social/core/platform'

import type { PlatformChecksHooks } from '../hooks.js'
import { sample } from './sample-platform.js'

/** A check, a platform that fails only this check, and the message of the check. */
export type WrongPlatform = readonly [check: string, broken: Partial<PlatformChecksHooks>, says: string]

type Making = Pick<PlatformChecksHooks, 'makePlatform'>

/** The sample platform with invalid changes, as callers without types can make them. */
export const wrong = (changes: object): Making => ({ makePlatform: () => ({ ...sample, ...changes }) })

/** The sample platform with wrong implementations of contract methods. */
export const doing = (changes: Partial<Platform>): Making => wrong(changes)

/** The sample platform without some members. */
export const without = (...names: readonly string[]): Making => ({
  makePlatform: () =>
    // Invalid on purpose.
    Object.fromEntries(
      Object.entries(sample).filter(([name]) => !names.includes(name)),
    ) as unknown as Platform,
})

export const flags = (...list: readonly string[]): object => ({ features: new Set(list) })
