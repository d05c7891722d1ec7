import type { MountedApplication } from './mounted-application.js'

/**
 * Controls of an emulated network of Meta: actions of a person, and settings in the app's
 * dashboard.
 */
interface MetaControl {
  setApp(settings: { deauthorizeUrl?: string; deletionUrl?: string; appSecret?: string }): unknown
  requestDeletion(input: {
    person: string
  }): Promise<{ readonly status: number | null; readonly body: unknown }>
  removeApp(input: { person: string }): Promise<{ readonly status: number | null; readonly body: unknown }>
}

/** Registers the application's URLs for deauthorization and data deletion in the dashboard. */
export function registerRemovalUrls(control: MetaControl, webhook: string): void {
  control.setApp({ deauthorizeUrl: `${webhook}/deauthorize`, deletionUrl: `${webhook}/data-deletion` })
}

/**
 * Requests data deletion as a person, then removes the app, then sends a forged request. Returns
 * all responses and the received updates.
 */
export async function leave(
  person: string,
  { application, control }: { readonly application: MountedApplication; readonly control: MetaControl },
) {
  const deletion = await control.requestDeletion({ person })
  const { url, confirmation_code: code } = deletion.body as { url: string; confirmation_code: string } // safe cast: the routes answer a deletion request with these fields
  const page = await fetch(application.inside(url))
  const removal = await control.removeApp({ person })
  control.setApp({ appSecret: 'forged' })
  const forged = await control.requestDeletion({ person })
  return {
    statuses: {
      deletion: deletion.status,
      page: page.status,
      removal: removal.status,
      forged: forged.status,
    },
    showsCode: (await page.text()).includes(code),
    reported: application.handled.map(({ kind, connectionId }) => [kind, connectionId]),
  }
}

/** Returns the expected result of `leave`. */
export const expectedRemoval = (connectionId: string) => ({
  statuses: { deletion: 200, page: 200, removal: 200, forged: 401 },
  showsCode: true,
  reported: [
    ['DATA_DELETION_REQUESTED', connectionId],
    ['CONNECTION_REVOKED', connectionId],
  ],
})
