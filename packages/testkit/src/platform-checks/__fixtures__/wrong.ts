import type { Platform } from '@social/core/platform'

import type { PlatformChecksHooks } from '../hooks.js'
import { sample } from './sample-platform.js'

/** A check, the hooks of a platform that fails only this check, and the failure message. */
export type WrongPlatform = readonly [check: string, broken: Partial<PlatformChecksHooks>, says: string]

type Making = Pick<PlatformChecksHooks, 'makePlatform'>

/**
 * Returns hooks for the sample platform with invalid members. Callers in plain JavaScript can
 * define such members.
 */
export const wrong = (changes: object): Making => ({ makePlatform: () => ({ ...sample, ...changes }) })

/** Returns hooks for the sample platform with defective methods of the correct type. */
export const doing = (changes: Partial<Platform>): Making => wrong(changes)

/** Returns hooks for the sample platform without the named members. */
export const without = (...names: readonly string[]): Making => ({
  makePlatform: () =>
    // safe cast: deliberately invalid, because required members may be missing
    Object.fromEntries(
      Object.entries(sample).filter(([name]) => !names.includes(name)),
    ) as unknown as Platform,
})

export const flags = (...list: readonly string[]): object => ({ features: new Set(list) })
