/** A view. */
function View(name) {
  this.name = name;
  View.count++;
}

/** Looks it up. */
View.prototype.lookup = function lookup(file) {
  return this.resolve(file) || lookup;
};

View.prototype.stop = () => {};

View.create = function (name) {
  return new View(name);
};

// The bare name of a method is not in scope.
lookup('x');
create('y');

elsewhere.on = function () {};
