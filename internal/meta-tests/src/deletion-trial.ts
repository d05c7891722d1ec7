import { expect } from 'vitest'

/**
 * Looks at the page that a person is sent to whose data is to be deleted.
 *
 * @param answer - What the routes answered, as the emulator gives it.
 * @param origin - Where those routes are served.
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
  // Just seen to be both texts.
  const { url, confirmation_code: code } = answer.body as { url: string; confirmation_code: string }
  const page = await fetch(url.replace('https://tunnel.example', origin))
  expect(page.status).toBe(200)
  const message = await page.text()
  expect(message).toContain(`your ${displayName} account`)
  expect(message).toContain(code)
}
