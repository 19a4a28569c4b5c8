/** A lint plugin for what is written in one way only: what a file exports to be called is a `function` declaration. */

const exportedFunction = {
  meta: {
    type: 'suggestion',
    messages: { arrow: 'Export `{{name}}` as a function declaration: `export function {{name}}(…)`.' },
  },
  /** @param {any} context */
  create(context) {
    return {
      /** @param {any} node */
      ExportNamedDeclaration(node) {
        if (node.declaration?.type !== 'VariableDeclaration') return
        for (const { id, init } of node.declaration.declarations) {
          // A type of its own, that of a port say, cannot be said of a declaration.
          const isFunction = init?.type === 'ArrowFunctionExpression' || init?.type === 'FunctionExpression'
          if (isFunction && !id.typeAnnotation)
            context.report({ node: init, messageId: 'arrow', data: { name: id.name } })
        }
      },
    }
  },
}

export default { meta: { name: 'dialect' }, rules: { 'exported-function': exportedFunction } }
