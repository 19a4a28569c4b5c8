// Manages label templates that administrators added; every user who prints can use them.
import { makeProblem, type Problem } from '#core/wire/problem.ts'
import { refuse } from '#core/wire/refusals.ts'
import { processedMessage } from '#core/wire/reply-messages.ts'
import { fail, type Result, succeed } from '#core/wire/result.ts'
import type { DefaultLabelTemplate } from '#features/printing/common/label-templates.ts'
import type { Person } from '#server/domain/people.ts'
import type { Ports } from '#server/domain/ports.ts'
import { invalidField, notFound, problemFor } from '#server/domain/refusals.ts'

/** A stored template. `template` is the content of its file and may have another version's format. */
export interface StoredTemplate {
  readonly id: string
  readonly template: unknown
  readonly version: number
  readonly changedBy: string
  readonly changedAt: string
}

export interface LabelTemplatesPort {
  /** All added templates, by id. */
  readonly list: () => Promise<readonly StoredTemplate[]>
  readonly find: (id: string) => Promise<StoredTemplate | null>
  /**
   * Writes a version: 1 adds, later ones follow the previous version. Null if another user wrote it first.
   */
  readonly write: (template: {
    readonly id: string
    readonly template: unknown
    readonly version: number
    readonly by: string
  }) => Promise<StoredTemplate | null>
  /** Removes a template of this version, also as the default of locations; false if there was none. */
  readonly remove: (id: string, version: number, by: string) => Promise<boolean>
  /**
   * Locks and returns a location's default template ('' for none) and who chose it, until the transaction
   * ends.
   */
  readonly lockDefault: (location: string) => Promise<{ readonly template: string; readonly by: string }>
  readonly defaults: () => Promise<readonly { readonly location: string; readonly template: string }[]>
  /** Sets the default template of a location; '' clears it. */
  readonly setDefault: (location: string, template: string, by: string) => Promise<void>
}

type Needs = Pick<Ports, 'references'> & { readonly labelTemplates: LabelTemplatesPort }

/** May this user manage label templates? Returns the problem if not. */
export function mayManageTemplates(person: Person): Result<true, Problem> {
  return person.maintains.admin
    ? succeed(true)
    : fail(makeProblem('group_missing', 'Only admins may keep label templates.'))
}

/**
 * Stores a checked template. `version` is the version the user saw, 0 for a new one. Fails if another user
 * changed it first, or if the id is in `known` (built-in).
 */
export async function saveTemplate(
  { labelTemplates }: Pick<Needs, 'labelTemplates'>,
  person: Person,
  template: { readonly id: string },
  { version, known }: { readonly version: number; readonly known: readonly string[] },
): Promise<Result<StoredTemplate, Problem>> {
  const allowed = mayManageTemplates(person)
  if (!allowed.ok) return allowed
  const { id } = template
  if (known.includes(id)) return fail(problemFor(refuse('recordTwice', { value: id })))
  const before = await labelTemplates.find(id)
  if (version === 0 && before) return fail(problemFor(refuse('recordExists', { key: id })))
  if (version > 0 && !before) return fail(notFound('label template'))
  const changed = (by: string) => fail(problemFor(refuse('recordChanged', { by })))
  if (before && before.version !== version) return changed(before.changedBy)
  const written = await labelTemplates.write({ id, template, version: version + 1, by: person.username })
  return written ? succeed(written) : changed((await labelTemplates.find(id))?.changedBy ?? '')
}

/**
 * Removes a template; its locations return to the first built-in one. `seen` is the version the user saw.
 */
export async function removeTemplate(
  { labelTemplates }: Pick<Needs, 'labelTemplates'>,
  person: Person,
  id: string,
  seen?: number,
): Promise<Result<{ Message: string }, Problem>> {
  const allowed = mayManageTemplates(person)
  if (!allowed.ok) return allowed
  const found = await labelTemplates.find(id)
  if (!found) return fail(notFound('label template'))
  const version = seen ?? found.version
  if (await labelTemplates.remove(id, version, person.username))
    return succeed({ Message: processedMessage('Label template') })
  const now = await labelTemplates.find(id)
  return fail(now ? problemFor(refuse('recordChanged', { by: now.changedBy })) : notFound('label template'))
}

/**
 * Sets the default template of a location, replacing the one `seen`. `known` has the ids of all printable
 * templates.
 */
export async function setDefaultTemplate(
  { labelTemplates, references }: Needs,
  person: Person,
  {
    location,
    template,
    seen,
  }: { readonly location: string; readonly template: string; readonly seen?: string | undefined },
  known: readonly string[],
): Promise<Result<{ Usual: DefaultLabelTemplate[] }, Problem>> {
  const allowed = mayManageTemplates(person)
  if (!allowed.ok) return allowed
  const locations = await references.locations({ activeOnly: true })
  if (!locations.some(({ Code }) => Code === location)) return fail(notFound('location'))
  if (template !== '' && !known.includes(template)) {
    return fail(invalidField('body.Template', `one of ${known.join(', ')}`))
  }
  if (seen !== undefined) {
    const now = await labelTemplates.lockDefault(location)
    if (now.template !== seen && now.template !== template)
      return fail(problemFor(refuse('recordChanged', { by: now.by })))
  }
  await labelTemplates.setDefault(location, template, person.username)
  return succeed({ Usual: await defaultTemplates(labelTemplates) })
}

/** Returns the default template of each location that has one. */
export async function defaultTemplates(port: LabelTemplatesPort): Promise<DefaultLabelTemplate[]> {
  return (await port.defaults()).map(({ location, template }) => ({ Location: location, Template: template }))
}
