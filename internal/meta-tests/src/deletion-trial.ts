import { expect } from 'vitest'

/**
 * Reads the status page of a data deletion request and checks its content.
 *
 * @param answer - Response of the routes to the deletion request, as recorded by the emulator.
 * @param page - Origin of the mounted routes, and the display name of the network.
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
  // safe cast: the assertions above check that both fields are strings
  const { url, confirmation_code: code } = answer.body as { url: string; confirmation_code: string }
  const page = await fetch(url.replace('https://tunnel.example', origin))
  expect(page.status).toBe(200)
  const message = await page.text()
  expect(message).toContain(`your ${displayName} account`)
  expect(message).toContain(code)
}
