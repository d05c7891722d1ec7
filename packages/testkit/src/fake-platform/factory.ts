import { type AllAbilities, assertObject, type PartialInit, type PlatformBase } from '@social/core/platform'
import { withoutUndefined } from '@social/core/routes'

import { FakePlatform } from './fake-platform.js'
import type { FakePlatformSettings } from './settings.js'

/** Methods that replace the methods of a fake platform. */
export type FakeOverrides = PartialInit<AllAbilities & PlatformBase>

/**
 * Makes a fake platform, like the factory of a real network.
 *
 * @param settings - The same as for `new FakePlatform`.
 * @param overrides - Methods that replace or extend the fake's own. They exist independently of the settings.
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
