function list(req, res) {
  res.json([])
}

const create = async (req, res) => res.json({})

module.exports = { list, add: create }
