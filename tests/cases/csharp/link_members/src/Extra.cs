using Model;

namespace Extra { static class Shapes { public static int Sides(this IShape shape) => 0; } }
namespace Unseen { static class More { public static int Hidden(this IShape shape) => 0; } }
