/**
 * Picture of a person, or the first letter of the name if the person has no picture. Screen
 * readers skip the picture, because the name is next to it.
 */
export function Avatar({ name, url }: { readonly name: string; readonly url: string | null }) {
  return url === null ? (
    <span class="avatar" aria-hidden="true">
      {name.replace(/^@/, '').charAt(0).toUpperCase()}
    </span>
  ) : (
    <img class="avatar" src={url} alt="" loading="lazy" />
  )
}
