import { type AllAbilities, assertObject, type PartialInit, type PlatformBase } from '@social/core/platform'
import { withoutUndefined } from '@social/core/routes'

import { FakePlatform } from './fake-platform.js'
import type { FakePlatformSettings } from './settings.js'

/** Methods that replace the methods of a fake platform. */
export type FakeOverrides = PartialInit<AllAbilities & PlatformBase>

/**
 * Creates a fake platform, like the corresponding function of a real network, such as `mastodon()`.
 *
 * @param settings - The same settings as for `new FakePlatform`.
 * @param overrides - Methods that replace or extend the methods of the fake platform. The settings
 *   never remove these methods.
 * @throws ConfigError for an unknown setting.
 * @example
 * const platform = fakePlatform({ name: 'slow' }, { async deleteComment() { … } })
 */
export function fakePlatform<const N extends string = 'fake', O extends FakeOverrides = {}>(
  settings: FakePlatformSettings<N> = {},
  overrides?: O & ThisType<FakePlatform<N> & O>,
): FakePlatform<N> & O {
  if (overrides !== undefined)
    assertObject(overrides, 'fakePlatform: overrides', '{ async deleteComment() { … } }')
  // safe cast: callers may omit `overrides` only if O is {}
  return Object.assign(new FakePlatform(settings), withoutUndefined(overrides ?? {}) as O)
}
