/** A person's picture, or the first letter of their name where there is none. Decoration: the name stands beside it. */
export function Avatar({ name, url }: { readonly name: string; readonly url: string | null }) {
  return url === null ? (
    <span class="avatar" aria-hidden="true">
      {name.replace(/^@/, '').charAt(0).toUpperCase()}
    </span>
  ) : (
    <img class="avatar" src={url} alt="" loading="lazy" />
  )
}
