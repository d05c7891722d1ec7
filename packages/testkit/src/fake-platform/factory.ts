import { type AllAbilities, assertObject, type PartialInit, type PlatformBase } from '@social/core/platform'
import { withoutUndefined } from '@social/core/routes'

import { FakePlatform } from './fake-platform.js'
import type { FakePlatformSettings } from './settings.js'

/** Methods of a platform that a test brings along. */
export type FakeOverrides = PartialInit<AllAbilities & PlatformBase>

/**
 * Makes a fake platform, as a network's own factory makes a real one.
 *
 * @param settings - As for `new FakePlatform`.
 * @param overrides - Methods that take the place of the fake's own, or that it does not have; they are there whatever
 *   the settings say.
 * @throws ConfigError for a setting it does not know.
 * @example
 * const platform = fakePlatform({ name: 'slow' }, { async deleteComment() { … } })
 */
export function fakePlatform<const N extends string = 'fake', O extends FakeOverrides = {}>(
  settings: FakePlatformSettings<N> = {},
  overrides?: O & ThisType<FakePlatform<N> & O>,
): FakePlatform<N> & O {
  if (overrides !== undefined)
    assertObject(overrides, 'fakePlatform: overrides', '{ async deleteComment() { … } }')
  // Left out only where O is {}.
  return Object.assign(new FakePlatform(settings), withoutUndefined(overrides ?? {}) as O)
}
