import { ABILITY_METHODS } from '@social/core/internal'

import type { FullSettings } from './settings.js'

const canPost = ({ features }: FullSettings): boolean =>
  (['POST_TEXT', 'POST_IMAGE', 'POST_VIDEO'] as const).some((flag) => features.has(flag))
const pushes = ({ features }: FullSettings): boolean => features.has('PUSH_UPDATES')

/** Conditions for methods that do not depend on a single feature flag. */
const NEEDS: Readonly<Record<string, (settings: FullSettings) => boolean>> = {
  publish: canPost,
  resumeLogin: ({ accounts }) => accounts.length > 0,
  checkState: ({ states }) => states.length > 0,
  readUpdate: pushes,
  readUpdates: pushes,
  answerSetupCheck: (settings) => settings.answersSetupChecks && pushes(settings),
  reconcile: (settings) => settings.findsLostPosts && canPost(settings),
}

/** Returns true if the settings disable an optional method. */
export function isLeftOut(method: string, settings: FullSettings): boolean {
  const flag = ABILITY_METHODS[method]?.flag ?? null
  if (flag !== null && !settings.features.has(flag)) return true
  return NEEDS[method]?.(settings) === false
}
