import type { MountedApplication } from './mounted-application.js'

/** What people do at Meta itself, and what its dashboard holds. */
interface MetaControl {
  setApp(settings: { deauthorizeUrl?: string; deletionUrl?: string; appSecret?: string }): unknown
  requestDeletion(input: {
    person: string
  }): Promise<{ readonly status: number | null; readonly body: unknown }>
  removeApp(input: { person: string }): Promise<{ readonly status: number | null; readonly body: unknown }>
}

/** Tells the dashboard where the application hears of people who leave. */
export function reportWhereToLeave(control: MetaControl, webhook: string): void {
  control.setApp({ deauthorizeUrl: `${webhook}/deauthorize`, deletionUrl: `${webhook}/data-deletion` })
}

/** Somebody wants their data deleted, then removes the app, then a forger asks: what everybody was answered and told. */
export async function leave(
  person: string,
  { application, control }: { readonly application: MountedApplication; readonly control: MetaControl },
) {
  const deletion = await control.requestDeletion({ person })
  const { url, confirmation_code: code } = deletion.body as { url: string; confirmation_code: string } // what was answered
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

/** What has to come of it. */
export const leftAs = (connectionId: string) => ({
  statuses: { deletion: 200, page: 200, removal: 200, forged: 401 },
  showsCode: true,
  reported: [
    ['DATA_DELETION_REQUESTED', connectionId],
    ['CONNECTION_REVOKED', connectionId],
  ],
})
