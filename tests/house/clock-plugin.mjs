/**
 * A lint rule for the pure folders, whose code gets the time and random values as arguments. It allows
 * parsing of a given time (`new Date(text)`, `Date.parse`, `Date.UTC`) and forbids reading the clock.
 */

/** @type {Readonly<Record<string, readonly string[]>>} */
const machineReads = { Date: ['now'], Math: ['random'], performance: ['now', 'timeOrigin'] }

/** @param {any} node */
const isDate = (node) => node.type === 'Identifier' && node.name === 'Date'

const none = {
  meta: {
    type: 'problem',
    messages: { own: '{{what}} reads the machine: take the time or the random number as an argument.' },
  },
  /** @param {any} context */
  create(context) {
    /** @param {any} node @param {string} what */
    const report = (node, what) => context.report({ node, messageId: 'own', data: { what } })
    return {
      /** @param {any} node */
      NewExpression(node) {
        if (isDate(node.callee) && node.arguments.length === 0) report(node, 'new Date()')
      },
      /** @param {any} node */
      CallExpression(node) {
        if (isDate(node.callee)) report(node, 'Date()')
      },
      /** @param {any} node */
      MemberExpression(node) {
        if (node.object.type !== 'Identifier' || !Object.hasOwn(machineReads, node.object.name)) return
        const name = node.computed ? node.property.value : node.property.name
        if (machineReads[node.object.name]?.includes(name)) report(node, `${node.object.name}.${name}`)
      },
      /** @param {any} node */
      VariableDeclarator(node) {
        // `const { random } = Math` and `const now = Date` would hide a clock or random read.
        if (node.init?.type === 'Identifier' && Object.hasOwn(machineReads, node.init.name))
          report(node, node.init.name)
      },
    }
  },
}

export default { meta: { name: 'clock' }, rules: { none } }
