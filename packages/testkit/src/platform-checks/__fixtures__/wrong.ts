import type { Platform } from '@social/core/platform'

import type { PlatformChecksHooks } from '../hooks.js'
import { sample } from './sample-platform.js'

/** A check, a platform that breaks it and nothing else, and what the check then says. */
export type WrongPlatform = readonly [check: string, broken: Partial<PlatformChecksHooks>, says: string]

type Making = Pick<PlatformChecksHooks, 'makePlatform'>

/** The sample with something changed that should not be: callers without types can write any of these. */
export const wrong = (changes: object): Making => ({ makePlatform: () => ({ ...sample, ...changes }) })

/** The sample with methods that a contract knows, and that do the wrong thing. */
export const doing = (changes: Partial<Platform>): Making => wrong(changes)

/** The sample without some of its members. */
export const without = (...names: readonly string[]): Making => ({
  makePlatform: () =>
    // Wrong on purpose.
    Object.fromEntries(
      Object.entries(sample).filter(([name]) => !names.includes(name)),
    ) as unknown as Platform,
})

export const flags = (...list: readonly string[]): object => ({ features: new Set(list) })
