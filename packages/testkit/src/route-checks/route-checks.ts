import { refuseUnknownNames } from '@social/core/platform'

import { ATTACK_CHECKS } from './attack-checks.js'
import type { RouteCheckDefinition, RouteChecksHooks } from './definition.js'
import { HOST_CHECKS } from './host-checks.js'
import { MEDIA_CHECKS } from './media-checks.js'
import { Scene } from './scene.js'
import { SIGN_IN_CHECKS } from './sign-in-checks.js'
import { VISITOR_CHECKS } from './visitor-checks.js'
import { WEBHOOK_CHECKS } from './webhook-checks.js'

/** One check of mounted routes. A failed check rejects. */
export interface RouteCheck {
  readonly name: string
  /** Name of the missing hook. False if the check can run. */
  readonly skip: false | string
  readonly run: () => Promise<void>
}

const DEFINITIONS: readonly RouteCheckDefinition[] = [
  ...SIGN_IN_CHECKS,
  ...ATTACK_CHECKS,
  ...VISITOR_CHECKS,
  ...WEBHOOK_CHECKS,
  ...MEDIA_CHECKS,
  ...HOST_CHECKS,
]

/**
 * Returns checks for an integration with a web framework. The checks send requests over real TCP
 * connections, and need no test runner.
 *
 * @param hooks - Functions that mount the routes. Each check mounts its own application, and
 * closes the application.
 * @example
 * for (const check of routeChecks({ mount }))
 *   it.skipIf(check.skip)(check.name, check.run)
 */
export function routeChecks(hooks: RouteChecksHooks): readonly RouteCheck[] {
  refuseUnknownNames(hooks, ['mount', 'mountWithCsrf', 'mountBehindParser'], 'routeChecks')
  return DEFINITIONS.map((definition) => {
    const mount = hooks[definition.by ?? 'mount']
    return {
      name: definition.name,
      skip: mount ? false : `Pass ${definition.by} to check this.`,
      run: async () => {
        if (!mount) return
        const scene = new Scene()
        try {
          await scene.open(mount, definition.options?.(scene) ?? {})
          await definition.run(scene)
        } finally {
          await scene.close()
        }
      },
    }
  })
}
