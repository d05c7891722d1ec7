import type { MountedApplication } from './mounted-application.js'

/** Actions of people at Meta itself, and the settings of its dashboard. */
interface MetaControl {
  setApp(settings: { deauthorizeUrl?: string; deletionUrl?: string; appSecret?: string }): unknown
  requestDeletion(input: {
    person: string
  }): Promise<{ readonly status: number | null; readonly body: unknown }>
  removeApp(input: { person: string }): Promise<{ readonly status: number | null; readonly body: unknown }>
}

/** Registers the application's URL for deauthorization in the dashboard. */
export function registerRemovalUrls(control: MetaControl, webhook: string): void {
  control.setApp({ deauthorizeUrl: `${webhook}/deauthorize`, deletionUrl: `${webhook}/data-deletion` })
}

/**
 * A person requests data deletion, then removes the app; then a forged request arrives. Returns all responses and
 * notifications.
 */
export async function leave(
  person: string,
  { application, control }: { readonly application: MountedApplication; readonly control: MetaControl },
) {
  const deletion = await control.requestDeletion({ person })
  const { url, confirmation_code: code } = deletion.body as { url: string; confirmation_code: string } // the response
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

/** The expected result. */
export const expectedRemoval = (connectionId: string) => ({
  statuses: { deletion: 200, page: 200, removal: 200, forged: 401 },
  showsCode: true,
  reported: [
    ['DATA_DELETION_REQUESTED', connectionId],
    ['CONNECTION_REVOKED', connectionId],
  ],
})
