import { SocialBaseError, type SocialClient, type Update } from '@social/core'
import * as v from 'valibot'

/** Networks that cannot read a single comment send its text in the update, in one case nested. */
const inside = v.object({
  snippet: v.object({ topLevelComment: v.object({ snippet: v.object({ textDisplay: v.string() }) }) }),
})

/** Other networks send the text in one of these fields. */
const onTop = v.union([
  v.pipe(
    v.object({ message: v.string() }),
    v.transform(({ message }) => message),
  ),
  v.pipe(
    v.object({ text: v.string() }),
    v.transform(({ text }) => text),
  ),
  v.pipe(
    v.object({ comment: v.string() }),
    v.transform(({ comment }) => comment),
  ),
])

function textInside({ raw }: Update): string | null {
  const deep = v.safeParse(inside, raw)
  if (deep.success) return deep.output.snippet.topLevelComment.snippet.textDisplay
  const flat = v.safeParse(onTop, raw)
  return flat.success ? flat.output : null
}

/** Text of an update. Null if it has no text, or if the comment was deleted. */
export async function textOfUpdate(
  social: SocialClient,
  update: Update,
  signal: AbortSignal,
): Promise<string | null> {
  const { connectionId, postId, aboutPostId } = update
  const account = social.account(connectionId)
  if (postId === null || postId === aboutPostId) return null
  if (!account.can('readPost')) return textInside(update)
  try {
    const post = await account.readPost(postId, { signal })
    return post.text
  } catch (error) {
    if (SocialBaseError.is(error) && error.code === 'POST_GONE') return null
    throw error
  }
}
