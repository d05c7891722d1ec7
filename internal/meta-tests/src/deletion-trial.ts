import { expect } from 'vitest'

/**
 * Reads the status page of a data deletion request and checks its content.
 *
 * @param answer - Response of the routes, recorded by the emulator.
 * @param page - `origin` of the mounted routes, and the network's `displayName`.
 */
export async function showsDeletion(
  answer: { readonly status: number | null; readonly body: unknown },
  { origin, displayName }: { readonly origin: string; readonly displayName: string },
): Promise<void> {
  expect(answer).toMatchObject({
    status: 200,
    body: {
      url: expect.stringContaining('https://tunnel.example/'),
      confirmation_code: expect.stringMatching(/./),
    },
  })
  // Both are checked above to be strings.
  const { url, confirmation_code: code } = answer.body as { url: string; confirmation_code: string }
  const page = await fetch(url.replace('https://tunnel.example', origin))
  expect(page.status).toBe(200)
  const message = await page.text()
  expect(message).toContain(`your ${displayName} account`)
  expect(message).toContain(code)
}
